import './secrets-history-model.e2e-spec.js';
