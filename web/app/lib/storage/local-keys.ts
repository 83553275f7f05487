/** Keys of `useStored` for user choices. Without the `xi:` prefix, so they survive signing out. */
export const localKeys = {
	speechModel: "model:text-to-speech",
	conversionModel: "model:speech-to-speech",
	speechVoice: "voice:text-to-speech",
	conversionVoice: "voice:speech-to-speech",
	pronunciationVoice: "voice:pronunciation",
	/** Stored because an invited user may have to sign up first. */
	workspaceInviteCode: "workspace-invite-code",
} as const;
