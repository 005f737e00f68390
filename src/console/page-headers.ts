import type { NextFunction, Request, Response } from 'express';

/** Scripts and styles of our own files alone; markup that is made of text runs nothing (Trusted Types). */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

/** What browsers may do for the page: write the clipboard, and ask for passkeys. */
const PERMISSIONS = [
  ...[
    'accelerometer',
    'autoplay',
    'camera',
    'clipboard-read',
    'display-capture',
    'encrypted-media',
  ],
  ...[
    'fullscreen',
    'geolocation',
    'gyroscope',
    'hid',
    'idle-detection',
    'magnetometer',
    'microphone',
  ],
  ...['midi', 'payment', 'picture-in-picture', 'screen-wake-lock', 'serial', 'usb'],
  'xr-spatial-tracking',
]
  .map((feature) => `${feature}=()`)
  .concat('clipboard-write=(self)', 'publickey-credentials-get=(self)')
  .join(', ');

const HEADERS = {
  'Content-Security-Policy': POLICY,
  'Permissions-Policy': PERMISSIONS,
  'Referrer-Policy': 'no-referrer',
  'X-Frame-Options': 'DENY',
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

/** Sets what the page of the console is bound by, in place of what holds for answers of the API. */
export function pageHeaders(_req: Request, res: Response, next: NextFunction): void {
  res.set(HEADERS);
  next();
}
