import './secrets-references-index.e2e-spec.js';
