import './goal.e2e-spec.js';
