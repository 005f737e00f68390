import './escalation.e2e-spec.js';
