import './secrets-faults.e2e-spec.js';
