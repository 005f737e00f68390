import '../../src/permissions/ability.spec.js';
import '../../src/permissions/covers.spec.js';
import '../../src/permissions/glob.spec.js';
import '../../src/permissions/lazy-glob.spec.js';
import '../../src/permissions/templates.spec.js';
