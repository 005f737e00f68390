import './unchanged-reads.e2e-spec.js';
