import './replicas.e2e-spec.js';
