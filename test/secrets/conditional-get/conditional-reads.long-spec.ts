import './conditional-reads.e2e-spec.js';
