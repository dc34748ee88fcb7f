import type { CSSProperties } from 'react'

/** Glyphs on a 24 grid, drawn in the text colour with a 1.7 line. */
const glyphs = {
  badge: (
    <>
      <rect x="5" y="6" width="14" height="15" rx="2" />
      <path d="M10 3h4v3h-4zM8.5 18c.5-4 6.5-4 7 0" />
      <circle cx="12" cy="12" r="1.8" />
    </>
  ),
  beacon: (
    <>
      <circle cx="12" cy="12" r="2" />
      <path d="M8 8a5.6 5.6 0 0 0 0 8M16 8a5.6 5.6 0 0 1 0 8M5 5a10 10 0 0 0 0 14M19 5a10 10 0 0 1 0 14" />
    </>
  ),
  bell: (
    <>
      <path d="M6 17V11a6 6 0 0 1 12 0v6M4 17h16M10 20.5h4M12 3v2" />
    </>
  ),
  bug: (
    <>
      <path d="M8 9h8v6a4 4 0 0 1-8 0zM9 9a3 3 0 0 1 6 0M12 12v7M8 12H4M20 12h-4M8.5 16.5L5 19M15.5 16.5L19 19M8.5 9.5L5.5 6.5M15.5 9.5l3-3" />
    </>
  ),
  calendar: (
    <>
      <rect x="4" y="5" width="16" height="16" rx="2" />
      <path d="M4 10h16M8 3v4M16 3v4M9 15l2 2 4-4" />
    </>
  ),
  camera: (
    <>
      <path d="M3 8l13-4 2 6-13 4zM9 13l1 4h-5M5 14v6" />
    </>
  ),
  check: (
    <>
      <path d="M5 12.5l5 5L19.5 7" />
    </>
  ),
  clock: (
    <>
      <circle cx="12" cy="12" r="8.5" />
      <path d="M12 7v5l3.5 2" />
    </>
  ),
  close: (
    <>
      <path d="M6 6l12 12M18 6L6 18" />
    </>
  ),
  columns: (
    <>
      <rect x="4" y="5" width="16" height="14" rx="1.5" />
      <path d="M9.5 5v14M14.5 5v14" />
    </>
  ),
  danger: (
    <>
      <path d="M12 4l9 16H3zM12 10v4.5M12 17.3v.2" />
    </>
  ),
  departments: (
    <>
      <path d="M9 3.5h6V9H9zM3.5 15H9v5.5H3.5zM15 15h5.5v5.5H15zM12 9v3M6.2 15v-3h11.6v3" />
    </>
  ),
  devices: (
    <>
      <rect x="3" y="5" width="13" height="10" rx="1.5" />
      <path d="M7 19h5M18 9h2a1 1 0 0 1 1 1v8a1 1 0 0 1-1 1h-3a1 1 0 0 1-1-1" />
    </>
  ),
  dialPad: (
    <>
      <path d="M6 6h.01M12 6h.01M18 6h.01M6 12h.01M12 12h.01M18 12h.01M6 18h.01M12 18h.01M18 18h.01" strokeWidth="3" />
    </>
  ),
  dots: (
    <>
      <path d="M5 12h.01M12 12h.01M19 12h.01" strokeWidth="3" />
    </>
  ),
  down: (
    <>
      <path d="M5 9l7 7 7-7" />
    </>
  ),
  download: (
    <>
      <path d="M12 4v11M7 11l5 5 5-5M4 20h16" />
    </>
  ),
  eye: (
    <>
      <path d="M2.5 12C6 6 18 6 21.5 12 18 18 6 18 2.5 12z" />
      <circle cx="12" cy="12" r="2.8" />
    </>
  ),
  eyeOff: (
    <>
      <path d="M4 4l16 16M9.5 6.7C14 5.5 19 7.6 21.5 12a14 14 0 0 1-2.8 3.4M6 8.3A14 14 0 0 0 2.5 12c2.8 4.8 8.5 6.8 13 4.7" />
    </>
  ),
  fence: (
    <>
      <path d="M5 9l7-5 7 5v9l-7 3-7-3z" strokeDasharray="3.5 2" />
    </>
  ),
  fold: (
    <>
      <path d="M4 6h16M10 12h10M4 18h16M7 9.5L4.5 12 7 14.5" />
    </>
  ),
  fullscreen: (
    <>
      <path d="M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5" />
    </>
  ),
  gate: (
    <>
      <path d="M4 21V7M4 9h16M4 13h16M8 9v4M12 9v4M16 9v4M20 9v4M2 21h5" />
    </>
  ),
  gauge: (
    <>
      <path d="M4 18a9 9 0 1 1 16 0M12 14l4-5" />
    </>
  ),
  hangUp: (
    <>
      <path d="M3 14c5-5.5 13-5.5 18 0l-2.5 3-4-1.5v-3c-1.6-.6-3.4-.6-5 0v3l-4 1.5z" />
    </>
  ),
  helmet: (
    <>
      <path d="M3 17h18M5 17v-2a7 7 0 0 1 14 0v2M10 8.4V12M14 8.4V12M4 20h16" />
    </>
  ),
  help: (
    <>
      <circle cx="12" cy="12" r="8.5" />
      <path d="M9.5 9.5a2.5 2.5 0 1 1 3.5 2.3c-.7.3-1 .8-1 1.7M12 16.8v.2" />
    </>
  ),
  hold: (
    <>
      <path d="M9 6v12M15 6v12" />
    </>
  ),
  home: (
    <>
      <path d="M4 11l8-7 8 7v8a1 1 0 0 1-1 1h-5v-6h-4v6H5a1 1 0 0 1-1-1z" />
    </>
  ),
  horn: (
    <>
      <path d="M4 10v4h3l8 5V5l-8 5zM18.5 9.5a4 4 0 0 1 0 5" />
    </>
  ),
  key: (
    <>
      <circle cx="8" cy="15" r="4" />
      <path d="M11 12l8-8M16 7l3 3M14 9l2 2" />
    </>
  ),
  language: (
    <>
      <circle cx="12" cy="12" r="9" />
      <path d="M3 12h18M12 3c3 3 3 15 0 18M12 3c-3 3-3 15 0 18" />
    </>
  ),
  lasso: (
    <>
      <path d="M5 8l8-4 7 6-4 9-10-2z" strokeDasharray="3 2.5" />
    </>
  ),
  layers: (
    <>
      <path d="M12 4l9 5-9 5-9-5zM3 14l9 5 9-5" />
    </>
  ),
  left: (
    <>
      <path d="M15 5l-7 7 7 7" />
    </>
  ),
  lock: (
    <>
      <rect x="5" y="11" width="14" height="9" rx="2" />
      <path d="M8 11V8a4 4 0 0 1 8 0v3" />
    </>
  ),
  logout: (
    <>
      <path d="M14 4H6a1 1 0 0 0-1 1v14a1 1 0 0 0 1 1h8M10 12h10M17 8.5l3.5 3.5-3.5 3.5" />
    </>
  ),
  message: (
    <>
      <path d="M4 5h16v11H11l-4 4v-4H4zM8 9h8M8 12.5h5" />
    </>
  ),
  mic: (
    <>
      <rect x="9" y="3" width="6" height="11" rx="3" />
      <path d="M5.5 11.5a6.5 6.5 0 0 0 13 0M12 18v3" />
    </>
  ),
  minus: (
    <>
      <path d="M5 12h14" />
    </>
  ),
  moon: (
    <>
      <path d="M19 14.5A8 8 0 1 1 9.5 5a6.5 6.5 0 0 0 9.5 9.5z" />
    </>
  ),
  phone: (
    <>
      <path d="M5 4h4l2 5-2.5 1.5a12 12 0 0 0 5 5L15 13l5 2v4a1.5 1.5 0 0 1-1.6 1.5C10.5 20 4 13.5 3.5 5.6A1.5 1.5 0 0 1 5 4z" />
    </>
  ),
  pin: (
    <>
      <path d="M12 21s7-6.3 7-11a7 7 0 0 0-14 0c0 4.7 7 11 7 11z" />
      <circle cx="12" cy="10" r="2.5" />
    </>
  ),
  plan: (
    <>
      <rect x="5" y="4" width="14" height="17" rx="2" />
      <path d="M9 3h6v3H9zM9 11h6M9 15h4" />
    </>
  ),
  play: (
    <>
      <path d="M7 5l12 7-12 7z" />
    </>
  ),
  plus: (
    <>
      <path d="M12 5v14M5 12h14" />
    </>
  ),
  print: (
    <>
      <path d="M7 9V4h10v5M5 9h14v8h-3v-3H8v3H5zM8 14h8v6H8z" />
    </>
  ),
  refresh: (
    <>
      <path d="M20 11a8 8 0 0 0-14.5-3.5L4 9M4 4v5h5M4 13a8 8 0 0 0 14.5 3.5L20 15M20 20v-5h-5" />
    </>
  ),
  right: (
    <>
      <path d="M9 5l7 7-7 7" />
    </>
  ),
  route: (
    <>
      <circle cx="6" cy="18" r="2" />
      <circle cx="18" cy="6" r="2" />
      <path d="M8 18h7a3 3 0 0 0 0-6H9a3 3 0 0 1 0-6h7" />
    </>
  ),
  ruler: (
    <>
      <path d="M3 16L16 3l5 5L8 21zM8 11l2 2M11 8l2 2M14 5l2 2" />
    </>
  ),
  search: (
    <>
      <circle cx="11" cy="11" r="6" />
      <path d="M20 20l-4.5-4.5" />
    </>
  ),
  settings: (
    <>
      <path d="M4 6h16M4 12h16M4 18h16" />
      <circle cx="9" cy="6" r="2" />
      <circle cx="15" cy="12" r="2" />
      <circle cx="8" cy="18" r="2" />
    </>
  ),
  size: (
    <>
      <path d="M4 18L8.5 6h1L14 18M5.7 14h6.6M15 18l2.5-7h.8L21 18M16 15.5h4" />
    </>
  ),
  sliders: (
    <>
      <path d="M4 7h9M17 7h3M4 17h3M11 17h9" />
      <circle cx="15" cy="7" r="2" />
      <circle cx="9" cy="17" r="2" />
    </>
  ),
  sort: (
    <>
      <path d="M8 10l4-4 4 4M8 14l4 4 4-4" />
    </>
  ),
  sos: (
    <>
      <circle cx="12" cy="12" r="8.5" />
      <path d="M12 7v6.5M12 16.8v.2" />
    </>
  ),
  sound: (
    <>
      <path d="M4 10v4h3l5 4V6l-5 4zM15.5 9a4 4 0 0 1 0 6M18 6.5a8 8 0 0 1 0 11" />
    </>
  ),
  soundOff: (
    <>
      <path d="M4 10v4h3l5 4V6l-5 4zM16 9.5l5 5M21 9.5l-5 5" />
    </>
  ),
  still: (
    <>
      <circle cx="12" cy="5" r="2" />
      <path d="M12 8v7M8 21l4-6 4 6M7 11h10" />
    </>
  ),
  sun: (
    <>
      <circle cx="12" cy="12" r="4" />
      <path d="M12 3v2M12 19v2M3 12h2M19 12h2M5.6 5.6L7 7M17 17l1.4 1.4M5.6 18.4L7 17M17 7l1.4-1.4" />
    </>
  ),
  system: (
    <>
      <circle cx="12" cy="12" r="3" />
      <path d="M12 3v3M12 18v3M3 12h3M18 12h3M5.6 5.6l2.2 2.2M16.2 16.2l2.2 2.2M18.4 5.6l-2.2 2.2M7.8 16.2l-2.2 2.2" />
    </>
  ),
  target: (
    <>
      <circle cx="12" cy="12" r="6.5" />
      <path d="M12 2.5v5M12 16.5v5M2.5 12h5M16.5 12h5" />
    </>
  ),
  tray: (
    <>
      <path d="M4 13h4l1.5 3h5L16 13h4M4 13l3-8h10l3 8v6H4z" />
    </>
  ),
  trash: (
    <>
      <path d="M4.5 6.5h15M9.5 6V4h5v2M6.5 6.5l1 13.5h9l1-13.5M10 10.5v6M14 10.5v6" />
    </>
  ),
  truck: (
    <>
      <path d="M3 6h11v10H3zM14 10h4l3 3v3h-7z" />
      <circle cx="7" cy="18" r="2" />
      <circle cx="17" cy="18" r="2" />
    </>
  ),
  unlink: (
    <>
      <path d="M9 15l-2 2a3.5 3.5 0 0 1-5-5l2.5-2.5M15 9l2-2a3.5 3.5 0 0 1 5 5l-2.5 2.5M8 4v2M4 8h2M16 20v-2M20 16h-2" />
    </>
  ),
  up: (
    <>
      <path d="M5 15l7-7 7 7" />
    </>
  ),
  upload: (
    <>
      <path d="M12 16V5M7 9l5-5 5 5M4 20h16" />
    </>
  ),
  user: (
    <>
      <circle cx="12" cy="8" r="4" />
      <path d="M4.5 20.5c1-8 14-8 15 0" />
    </>
  ),
  video: (
    <>
      <rect x="3" y="6" width="12" height="12" rx="2" />
      <path d="M15 11l6-3v8l-6-3z" />
    </>
  ),
} as const
export type IconName = keyof typeof glyphs

interface IconProps {
  readonly name: IconName
  /** Pixels: 14, 18 (unless said) or 22. */
  readonly size?: number
  readonly className?: string | undefined
  readonly style?: CSSProperties
}

/** An icon beside a label. Alone it needs a tooltip and an `aria-label` on the button around it. */
export const Icon = ({ name, size = 18, className, style }: IconProps) => (
  <svg
    aria-hidden="true"
    className={className}
    style={{ flex: 'none', verticalAlign: '-0.22em', ...style }}
    width={size}
    height={size}
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth={1.7}
    strokeLinecap="round"
    strokeLinejoin="round"
  >
    {glyphs[name]}
  </svg>
)
