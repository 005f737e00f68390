import './secrets-model.e2e-spec.js';
