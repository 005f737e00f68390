import './chain.e2e-spec.js';
