import type { Voice } from "@timbre/contract/voices.entities.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Link } from "react-router";
import { speechPath } from "../../../lib/redirect.ts";
import { PreviewButton } from "./preview-button.tsx";
import { originWords } from "./voice-terms.ts";

/** A voice that can speak: what it is in plain words, its preview, and where to go with it. */
export function MadeVoice({ voice }: { voice: Voice }) {
	return (
		<div className="flex flex-wrap items-center gap-4">
			<PreviewButton voice={voice} size={56} />
			<div className="min-w-0 flex-1 basis-56">
				<p className="font-medium">{voice.name}</p>
				<p className="text-muted">
					{originWords(voice)}
					{voice.similarity === null ? "" : ". 100 % would be the same voice by our measure"}.
				</p>
			</div>
			<div className="flex gap-2">
				<Button asChild>
					<Link to="/app/voice-lab">My voices</Link>
				</Button>
				<Button asChild variant="primary">
					<Link to={`${speechPath}?voice=${voice.voice_id}`}>Speak with it</Link>
				</Button>
			</div>
		</div>
	);
}
