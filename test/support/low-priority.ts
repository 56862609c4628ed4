// For tests that compute: those that wait run beside them, and must be answered in time.
import { constants, setPriority } from "node:os";

setPriority(constants.priority.PRIORITY_LOW);
