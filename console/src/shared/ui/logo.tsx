/** A V that is also a person. */
export const Logo = ({ size }: { readonly size: number }) => (
  <svg aria-hidden="true" width={size} height={size} viewBox="0 0 32 32" style={{ flex: 'none' }}>
    <rect width="32" height="32" rx="7" fill="var(--v-primary)" />
    <path
      d="M7 10l9 15 9-15"
      fill="none"
      stroke="var(--v-on-primary)"
      strokeWidth="3"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
    <circle cx="16" cy="10.5" r="3.2" fill="var(--v-on-primary)" />
  </svg>
)
