import './privilege-lifetime.e2e-spec.js';
