import './shared-reads.e2e-spec.js';
