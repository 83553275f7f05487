import { createToaster } from "@timbre/ui/primitives/toaster.ts";

export const toaster = createToaster();
