import './secret-imports-model.e2e-spec.js';
