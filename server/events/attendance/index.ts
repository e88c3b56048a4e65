export { exportAttendance } from './attendance-export.ts'
export { type AttendanceNews, createAttendanceNews, watchAttendance } from './attendance-news.ts'
export { getAttendanceKpi, listAttendance } from './attendance.ts'
