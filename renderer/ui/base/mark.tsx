/** The app mark: two copper sockets joined by the live cord. Copper here is the brand, never a control. */
export function Mark({ size = 28 }: { size?: number }) {
  return (
    <svg viewBox="0 0 28 28" width={size} height={size} aria-hidden>
      <rect x="1" y="1" width="26" height="26" rx="7.5" fill="#1d383c" />
      <circle cx="9" cy="9" r="4" fill="none" stroke="#d49a70" strokeWidth="2" />
      <circle cx="19" cy="19" r="4" fill="none" stroke="#d49a70" strokeWidth="2" />
      <path d="M9 9C9 24 19 4 19 19" fill="none" stroke="#5fcbc5" strokeWidth="2.6" strokeLinecap="round" />
    </svg>
  );
}
