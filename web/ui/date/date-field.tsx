import { DateInput, type DateInputProps } from '@mantine/dates'
import '@mantine/dates/styles.layer.css'
import { IconCalendar } from '@tabler/icons-react'
import { useState } from 'react'
import {
  dateOrder,
  firstWeekday,
  formatLongDate,
  formatMonth,
  monthName,
  weekdayName,
} from '#ui/text/format.ts'
import { dateInField, readTypedDate } from './typed-date.ts'

// The kit's own names of months and days are English, whoever reads them.
const names = {
  monthLabelFormat: formatMonth,
  monthsListFormat: (month: string) => monthName(month, 'short'),
  weekdayFormat: weekdayName,
  getDayAriaLabel: formatLongDate,
}
const inPlace = { withinPortal: false, floatingStrategy: 'fixed' } as const

/** A date, typed or picked, as YYYY-MM-DD; null when it is empty. Takes what `form.getInputProps` gives. */
export function DateField(props: DateInputProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <DateInput
      clearable
      placeholder={dateOrder()}
      valueFormat={dateInField}
      dateParser={readTypedDate}
      firstDayOfWeek={firstWeekday()}
      {...names}
      leftSection={<IconCalendar size={16} aria-hidden />}
      clearButtonProps={{ 'aria-label': 'Clear date' }}
      // Beside its field rather than at the page's end: within the dialog or landmark that the field is in.
      popoverProps={{ ...inPlace, onOpen: () => setOpen(true), onClose: () => setOpen(false) }}
      // Escape closes the calendar first, then the dialog around it.
      data-mantine-stop-propagation={isOpen}
      {...props}
    />
  )
}
