import { createConfirmer } from "@timbre/ui/primitives/confirmer.ts";

/** Its questions are shown by the one host in shell/providers.layout.tsx. */
export const confirmer = createConfirmer();

/** Asks before something that cannot be taken back, from anywhere in the app. */
export const confirm = confirmer.confirm;
