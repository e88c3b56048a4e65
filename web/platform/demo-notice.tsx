/** Where people sign in to a demo, they are told: nobody should take it for their club's, or leave anything real there. */
export function DemoNotice({ className }: { className?: string | undefined }) {
  return (
    <p className={className} role="note">
      <strong>This is a demo:</strong> its data is made up, and everybody knows its passwords. Leave nothing
      real here.
    </p>
  )
}
