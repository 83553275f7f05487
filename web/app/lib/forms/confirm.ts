import { createConfirmer } from "@timbre/ui/primitives/overlays/confirmer.ts";

/** Dialogs are rendered by the ConfirmHost in shell/providers.layout.tsx. */
export const confirmer = createConfirmer();

/** Asks for confirmation before an action that cannot be undone. */
export const confirm = confirmer.confirm;
