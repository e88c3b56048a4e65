/** A reminder in words: '30 days before, by e-mail'. */
export function reminderInWords({ Days, Channel }: { Days: number; Channel: 'email' | 'sms' }): string {
  const by = Channel === 'email' ? 'by e-mail' : 'by SMS'
  if (Days === 0) return `On the day, ${by}`
  const days = Math.abs(Days) === 1 ? '1 day' : `${Math.abs(Days)} days`
  return `${days} ${Days < 0 ? 'before' : 'after'}, ${by}`
}
