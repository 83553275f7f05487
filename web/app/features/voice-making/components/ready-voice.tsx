import type { Voice } from "@timbre/contract/voices/schemas.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Link } from "react-router";
import { speechPath } from "../../../lib/session/redirect.ts";
import { formatOrigin } from "../../voices/voices.format.public.ts";
import { PreviewButton } from "../../voices/voices.preview.public.tsx";

/** A ready voice: its origin, its preview and what to do next. */
export function ReadyVoice({ voice }: { voice: Voice }) {
	return (
		<div className="flex flex-wrap items-center gap-4">
			<PreviewButton voice={voice} size={56} />
			<div className="min-w-0 flex-1 basis-56">
				<p className="font-medium">{voice.name}</p>
				<p className="text-muted">
					{formatOrigin(voice)}
					{voice.similarity === null ? "" : ". 100% means identical by our measure"}.
				</p>
			</div>
			<div className="flex gap-2">
				<Button asChild>
					<Link to="/app/voice-lab">My voices</Link>
				</Button>
				<Button asChild variant="primary">
					<Link to={`${speechPath}?voice=${voice.voice_id}`}>Use voice</Link>
				</Button>
			</div>
		</div>
	);
}
