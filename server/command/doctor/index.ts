export { doctorCommand } from './doctor-command.ts'
