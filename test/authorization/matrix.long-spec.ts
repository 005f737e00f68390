import './matrix.e2e-spec.js';
