import type { ReactNode } from 'react'

const glyphs = {
  polygon: (
    <>
      <path d="M5 8.5L13 4l6.5 6L16 19.5 6.5 17z" />
      <circle cx="5" cy="8.5" r="1.6" />
      <circle cx="13" cy="4" r="1.6" />
      <circle cx="19.5" cy="10" r="1.6" />
      <circle cx="16" cy="19.5" r="1.6" />
      <circle cx="6.5" cy="17" r="1.6" />
    </>
  ),
  circle: (
    <>
      <circle cx="12" cy="12" r="8.5" />
      <path d="M12 12h8.5" />
      <circle cx="12" cy="12" r="1" />
    </>
  ),
  corridor: (
    <>
      <path d="M3.5 14.5L11 7l9.5 3.5" strokeDasharray="2.5 3" />
      <path d="M2.5 9.5L9.5 2.5 21 6.5M4.5 19.5l8-8 7.5 3" />
    </>
  ),
  undo: <path d="M8.5 5L4 9.5 8.5 14M4.5 9.5H14a5.5 5.5 0 0 1 0 11h-3" />,
  redo: <path d="M15.5 5L20 9.5 15.5 14M19.5 9.5H10a5.5 5.5 0 0 0 0 11h3" />,
  trash: <path d="M4.5 6.5h15M9.5 6V4h5v2M6.5 6.5l1 13.5h9l1-13.5M10 10.5v6M14 10.5v6" />,
  copy: <path d="M8.5 8.5h11v11h-11zM15.5 8.5v-4h-11v11h4" />,
} as const satisfies Readonly<Record<string, ReactNode>>

export type DrawIconName = keyof typeof glyphs

/** The pictures of the drawing tools, in the hand of the console's other icons. */
export const DrawIcon = ({ name, size = 18 }: { readonly name: DrawIconName; readonly size?: number }) => (
  <svg
    width={size}
    height={size}
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth={1.7}
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
    style={{ flex: 'none' }}
  >
    {glyphs[name]}
  </svg>
)
