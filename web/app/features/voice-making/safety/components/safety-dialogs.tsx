import type { Voice } from "@timbre/contract/voices/schemas.ts";
import { VoiceOrb } from "@timbre/ui/audio/voice-orb.tsx";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Dialog } from "@timbre/ui/primitives/overlays/dialog.tsx";
import { Link } from "react-router";
import { voiceTraits } from "../../../voices/voices.public.ts";
import { CaptchaStep } from "../../components/captcha-step.tsx";

type SafetyDialogProps = { voice: Voice; onClose: () => void };

export function SafetyDialog({ voice, onClose }: SafetyDialogProps) {
	return voice.safety_control === "BAN" ? (
		<BlockedDialog voice={voice} onClose={onClose} />
	) : (
		<CaptchaDialog voice={voice} onClose={onClose} />
	);
}

function BlockedDialog({ voice, onClose }: SafetyDialogProps) {
	const reason = voice.sharing?.ban_reason ?? voice.tooltip;
	return (
		<Dialog
			open
			onOpenChange={(open) => !open && onClose()}
			title="This voice is blocked"
			description={`${voice.name} can no longer be used on this server.`}
			footer={
				<>
					<Button asChild>
						<Link to="/app/voice-lab" onClick={onClose}>
							My voices
						</Link>
					</Button>
					<Button variant="primary" onClick={onClose}>
						Got it
					</Button>
				</>
			}
		>
			<VoiceLine voice={voice} />
			{reason ? <p className="mt-4">{reason}</p> : null}
			<p className="mt-4 text-muted">
				Audio you already generated stays in your history. Wherever this voice was selected, another one is used
				instead. If you think this is a mistake, contact the server's administrator.
			</p>
		</Dialog>
	);
}

function CaptchaDialog({ voice, onClose }: SafetyDialogProps) {
	return (
		<Dialog
			open
			onOpenChange={(open) => !open && onClose()}
			title="Verify that this voice is yours"
			description={`${voice.name} can't be used until its speaker reads a sentence aloud.`}
			className="max-w-lg"
			footer={
				<Button variant="quiet" onClick={onClose}>
					Later
				</Button>
			}
		>
			<VoiceLine voice={voice} />
			<div className="mt-5">
				<CaptchaStep voiceId={voice.voice_id} onSolved={onClose} />
			</div>
			<p className="mt-4 text-[13px] text-muted">
				We compare the recording with the voice's samples. You can also do this later on the{" "}
				<Link
					to={`/app/voice-verification?voice=${voice.voice_id}`}
					onClick={onClose}
					className="text-ink underline underline-offset-4 hover:no-underline"
				>
					Voice verification
				</Link>{" "}
				page.
			</p>
		</Dialog>
	);
}

function VoiceLine({ voice }: { voice: Voice }) {
	return (
		<p className="flex items-center gap-3 rounded-control border border-line bg-sunken px-3 py-2.5">
			<VoiceOrb voiceId={voice.voice_id} size={32} />
			<span className="min-w-0">
				<span className="block truncate font-medium" title={voice.name}>
					{voice.name}
				</span>
				<span className="block truncate text-[13px] text-muted" title={voiceTraits(voice)}>
					{voiceTraits(voice)}
				</span>
			</span>
		</p>
	);
}
