export { listRenewalReminders, setReminderOptOut, stopReminders } from './reminder-wishes.ts'
export { sendReminders } from './reminders.ts'
