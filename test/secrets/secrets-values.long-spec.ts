import './secrets-values.e2e-spec.js';
