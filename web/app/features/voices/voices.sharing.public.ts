import type { Voice } from "@timbre/contract/voices/schemas.ts";
import type { ComponentType } from "react";
import { createRequiredContext } from "../../lib/page/required-context.ts";

type ShareDialog = ComponentType<{ voice: Voice; onClose: () => void }>;

/** The dialog that shares and publishes a voice. It belongs to the voice library, a higher area, so the shell passes it in. */
export const [ShareDialogContext, useShareDialog] = createRequiredContext<ShareDialog>("ShareDialogContext");
