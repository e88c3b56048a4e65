export { countForeseenReminders, previewReminders } from './foreseen.ts'
export { listRenewalReminders, setReminderOptOut, stopReminders } from './reminder-wishes.ts'
export { sendReminders } from './reminders.ts'
export { isReminded } from './whom-to-remind.ts'
