import './universal-auth.e2e-spec.js';
