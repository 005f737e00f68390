import './permission-queries.e2e-spec.js';
