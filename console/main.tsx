import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app';
import { applyPreferences } from './session/preferences';
import { proveBy } from './api/proof';
import { proveFreshly } from './session/proving';
import { beginSession } from './session/session';
import './theme.css';

applyPreferences();
const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element to draw into.');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
proveBy(proveFreshly);
await beginSession();
