import './rename-deadlocks.e2e-spec.js';
