/** The frame around every screen, with antd: one chunk that the sign-in page fetches ahead. */
export const loadShell = () => import('./shell.tsx')
