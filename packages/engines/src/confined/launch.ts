// First stage of a confined process: sets the limits, disables io_uring and replaces itself by the second stage, the child of a role.
// Invariant: no part of the uploaded file has been read yet.

import { files } from "./files.ts";
import { applyFilter, exec, limitResource, resources } from "./linux.ts";
import { createStartFilter } from "./seccomp.ts";

const [limits = "{}", ...args] = process.argv.slice(2);
const { memoryBytes, cpuSeconds, outputBytes } = JSON.parse(limits) as Record<string, number>;
const filter = createStartFilter(process.arch);
if (filter) applyFilter(filter);
limitResource(resources.coreBytes, 0);
if (memoryBytes) limitResource(resources.dataBytes, memoryBytes);
if (cpuSeconds) limitResource(resources.cpuSeconds, cpuSeconds);
if (outputBytes) limitResource(resources.fileBytes, outputBytes);
exec(process.execPath, args, ["UV_THREADPOOL_SIZE=2"], Object.values(files));
