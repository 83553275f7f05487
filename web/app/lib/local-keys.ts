/** Names under which `useStored` keeps what a person chose. Not of the `xi:` kind: the choice is still there after signing out and in. */
export const localKeys = {
	speechModel: "model:text-to-speech",
	/** For the voice changer to come. */
	conversionModel: "model:speech-to-speech",
	speechVoice: "voice:text-to-speech",
	pronunciationVoice: "voice:pronunciation",
	/** Who follows an invitation may have to sign up first. */
	workspaceInviteCode: "workspace-invite-code",
} as const;
