// Small drawings. They say nothing that no word says, and take the colour of the text beside them.
const shape = {
  viewBox: '0 0 16 16',
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 1.5,
  'aria-hidden': true,
} as const;

export const Mark = () => (
  <svg width="24" height="24" viewBox="0 0 16 16" aria-hidden>
    <rect width="16" height="16" rx="3" fill="currentColor" />
    <circle cx="8" cy="6.5" r="2.5" fill="var(--on-accent)" />
    <path d="M7 7h2l1 6H6z" fill="var(--on-accent)" />
  </svg>
);

export const SearchMark = () => (
  <svg width="16" height="16" {...shape}>
    <circle cx="7" cy="7" r="4.25" />
    <path d="m10.5 10.5 3.5 3.5" />
  </svg>
);

export const DownMark = () => (
  <svg width="12" height="12" {...shape}>
    <path d="m4 6 4 4 4-4" />
  </svg>
);

export const CloseMark = () => (
  <svg width="16" height="16" {...shape}>
    <path d="m4 4 8 8m0-8-8 8" />
  </svg>
);

export const CheckMark = () => (
  <svg width="16" height="16" {...shape}>
    <path d="m3.5 8.5 3 3 6-7" />
  </svg>
);

export const PencilMark = () => (
  <svg width="14" height="14" {...shape}>
    <path d="m2.5 13.5.9-3.2 7.2-7.2 2.300 2.300-7.200 7.200z" />
  </svg>
);

export const PersonMark = () => (
  <svg width="16" height="16" {...shape}>
    <circle cx="8" cy="5.5" r="2.75" />
    <path d="M2.75 14c.4-3 2.4-4.5 5.25-4.5s4.850 1.500 5.250 4.500" />
  </svg>
);
