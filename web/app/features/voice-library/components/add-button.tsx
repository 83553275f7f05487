import type { LibraryVoice } from "@timbre/contract/voice-library/endpoints.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Check, Plus } from "lucide-react";
import { Link } from "react-router";
import { toaster } from "../../../lib/page/toaster.ts";
import { speechPath } from "../../../lib/session/redirect.ts";
import { useAddVoice } from "../voice-library.queries.ts";

type AddButtonProps = { voice: LibraryVoice; variant?: "primary"; className?: string };

/** Adds a library voice to the user's voices; once added, it becomes a Use button. */
export function AddButton({ voice, variant, className }: AddButtonProps) {
	const adding = useAddVoice();
	const usable = voice.is_owner ? voice.voice_id : voice.added_voice_id;
	if (usable) {
		return (
			<Button asChild size="small" variant={variant} className={className}>
				<Link to={`${speechPath}?voice=${usable}`} aria-label={`Use ${voice.name} for speech`}>
					<Check aria-hidden="true" />
					Use
				</Link>
			</Button>
		);
	}
	return (
		<Button
			size="small"
			variant={variant}
			className={className}
			busy={adding.isPending}
			aria-label={`Add ${voice.name} to my voices`}
			onClick={() =>
				adding.mutate(voice, {
					onSuccess: () => toaster.show({ tone: "positive", title: "Added to My voices", detail: voice.name }),
				})
			}
		>
			{adding.isPending ? null : <Plus aria-hidden="true" />}
			Add
		</Button>
	);
}
