import { z } from 'zod'
import { needed } from '#contract/words/needed.ts'

const time = (sentence: string) => z.iso.time({ precision: -1, ...needed(sentence) })
const eachDay = 'Open hours are those of 7 days, from Monday to Sunday.'

/** When a door is open (`OpenHours`), as calls take and answer it. */
export const OpenWeek = z
  .array(
    z
      .object({
        From: time('From when is it open? Enter a time such as 10:00.'),
        To: time('To when is it open? Enter a time such as 23:00.'),
      })
      .nullable(),
    eachDay,
  )
  .length(7, eachDay)

export const sameTimes =
  'It opens and closes at the same minute. Enter another time, or mark the day as closed.'

/** The same as people fill it in: of a day that ends where it begins nobody knows whether it is none or a whole one. */
export const OpenWeekFields = OpenWeek.superRefine((week, context) => {
  for (const [place, open] of week.entries())
    if (open && open.From === open.To)
      context.addIssue({ code: 'custom', message: sameTimes, path: [place, 'To'] })
})
