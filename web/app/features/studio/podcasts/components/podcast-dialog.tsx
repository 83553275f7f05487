import { useQuery } from "@tanstack/react-query";
import type { Voice } from "@timbre/contract/voices/schemas.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Dialog } from "@timbre/ui/primitives/overlays/dialog.tsx";
import { useId, useMemo, useState } from "react";
import { useForm } from "react-hook-form";
import { useNavigate } from "react-router";
import { messageOf } from "../../../../lib/api/api-error.ts";
import { useLeaveWarning } from "../../../../lib/forms/leave-warning.ts";
import { zodForm } from "../../../../lib/forms/zod-form.ts";
import { voicesQuery } from "../../../voices/voices.public.ts";
import { studioVoices } from "../../model/studio-voices.ts";
import { creationStarted, projectPath } from "../../studio.queries.ts";
import { type PodcastFormat, podcastForm, podcastRequest } from "../model/podcast-form.ts";
import { startVoices } from "../model/podcast-voices.ts";
import { useCreatePodcast } from "../podcasts.queries.ts";
import { PodcastOptions } from "./podcast-options.tsx";
import { PodcastSources } from "./podcast-sources.tsx";
import { PodcastSpeakers } from "./podcast-speakers.tsx";

const noVoices: Voice[] = [];

/** Starts a podcast about texts and web pages. Mount it only while it is open. */
export function PodcastDialog({ onClose }: { onClose: () => void }) {
	const formId = useId();
	const navigate = useNavigate();
	const { data: allVoices = noVoices } = useQuery(voicesQuery);
	const voices = useMemo(() => studioVoices(allVoices), [allVoices]);
	const [format, setFormat] = useState<PodcastFormat>("conversation");
	const [chosen, setChosen] = useState<{ host?: Voice; guest?: Voice }>({});
	const { host, guest } = startVoices(voices, chosen);
	const creating = useCreatePodcast();
	const form = useForm({
		resolver: zodForm(podcastForm),
		defaultValues: {
			urls: "",
			text: "",
			scale: "default" as const,
			intro: "",
			outro: "",
			highlights: "",
			instructions: "",
		},
	});
	useLeaveWarning(creating.isPending);
	const submit = form.handleSubmit((fields) => {
		if (!host || !guest) return;
		const [modelId = ""] = host.high_quality_base_model_ids;
		creating.mutate(podcastRequest(fields, format, { modelId, hostId: host.voice_id, guestId: guest.voice_id }), {
			onSuccess: ({ project_id }) => navigate(projectPath(project_id), { state: creationStarted }),
		});
	});
	return (
		<Dialog
			open
			onOpenChange={(open) => !open && onClose()}
			title="New podcast"
			description="Web pages and texts become a script. You can change it before you convert it to audio; writing it is free."
			className="max-w-xl"
			footer={
				<>
					<Button onClick={onClose}>Cancel</Button>
					<Button type="submit" form={formId} variant="primary" busy={creating.isPending} disabled={!host}>
						Write script
					</Button>
				</>
			}
		>
			<form id={formId} method="post" noValidate onSubmit={submit} className="flex flex-col gap-5 px-px pb-px">
				<PodcastSources form={form} />
				<PodcastSpeakers
					format={format}
					onFormat={setFormat}
					voices={voices}
					host={host}
					guest={guest}
					onVoice={(who, voice) => setChosen((now) => ({ ...now, [who]: voice }))}
				/>
				<PodcastOptions form={form} />
				{creating.isError ? (
					<p role="alert" className="text-danger">
						{messageOf(creating.error)}
					</p>
				) : null}
			</form>
		</Dialog>
	);
}
