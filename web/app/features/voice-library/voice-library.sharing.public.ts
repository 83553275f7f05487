import { lazyPart } from "../../lib/page/lazy-part.ts";

/** Shares and publishes a voice. Loaded when it is opened. */
export const ShareVoiceDialog = lazyPart(
	async () => (await import("./sharing/components/share-voice-dialog.tsx")).ShareVoiceDialog,
);
