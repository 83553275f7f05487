import { useMutation, useQuery } from "@tanstack/react-query";
import { cloningEndpoints } from "@timbre/contract/voice-making/cloning.ts";
import { Badge } from "@timbre/ui/primitives/badge.tsx";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Card } from "@timbre/ui/primitives/card.tsx";
import { Field } from "@timbre/ui/primitives/field.tsx";
import { FormError } from "@timbre/ui/primitives/form-error.tsx";
import { Input } from "@timbre/ui/primitives/input.tsx";
import { Label } from "@timbre/ui/primitives/label.tsx";
import { Switch } from "@timbre/ui/primitives/switch.tsx";
import { Textarea } from "@timbre/ui/primitives/textarea.tsx";
import { ArrowRight } from "lucide-react";
import { type FormEvent, useId, useState } from "react";
import { Link, useNavigate, useSearchParams } from "react-router";
import { callForm } from "../../lib/api.ts";
import { messageOf } from "../../lib/api-error.ts";
import { useLeaveGuard } from "../../lib/leave-guard.ts";
import { Page } from "../../shell/page.tsx";
import { CloneSteps } from "./components/clone-steps.tsx";
import { focusFirstInvalid } from "./components/focus-first-invalid.ts";
import { SampleChooser } from "./components/sample-chooser.tsx";
import { clonePath, isUnfinished, professionalPath } from "./voices.creation.queries.ts";
import { useVoicesChanged } from "./voices.own.queries.ts";
import { voicesQuery } from "./voices.public.tsx";

export const meta = () => [{ title: "Instant voice cloning - Timbre" }];

/** The URL holds the voice id, so a closed page can be reopened. */
export default function ClonePage() {
	const [search] = useSearchParams();
	const voiceId = search.get("voice");
	return (
		<Page
			title="Instant voice cloning"
			description="Create a voice from a minute of speech. It's matched from the recordings, not an exact clone, and can be used once the speaker gives consent."
			className="max-w-3xl"
		>
			{voiceId ? <CloneSteps key={voiceId} voiceId={voiceId} /> : <NewClone />}
		</Page>
	);
}

function NewClone() {
	const navigate = useNavigate();
	const changed = useVoicesChanged();
	const [name, setName] = useState("");
	const [description, setDescription] = useState("");
	const [files, setFiles] = useState<File[]>([]);
	const [clean, setClean] = useState(false);
	const [submitted, setSubmitted] = useState(false);
	const cleanId = useId();
	const creating = useMutation({
		mutationFn: () =>
			callForm(cloningEndpoints.createInstantVoice, {
				form: {
					name: name.trim(),
					description: description.trim() || null,
					files,
					remove_background_noise: clean,
				},
			}),
		onSuccess: async ({ voice_id }) => {
			void changed();
			await navigate(`${clonePath}?voice=${voice_id}`, { replace: true });
		},
	});
	useLeaveGuard(files.length > 0 && !creating.isSuccess, {
		title: "Leave without creating the voice?",
		description: "Your recordings haven't been uploaded yet.",
		action: "Leave",
	});
	const submit = (event: FormEvent<HTMLFormElement>) => {
		event.preventDefault();
		setSubmitted(true);
		if (name.trim() && files.length > 0) creating.mutate();
		else focusFirstInvalid(event.currentTarget);
	};
	return (
		<>
			<Unfinished />
			<form onSubmit={submit} noValidate className="flex flex-col gap-6">
				<section aria-label="Recordings" className="flex flex-col gap-4">
					<SampleChooser
						files={files}
						onChange={setFiles}
						advice="One speaker, about a minute in total."
						disabled={creating.isPending}
					/>
					{submitted && files.length === 0 ? (
						<p role="alert" className="text-[13px] text-danger">
							Add at least one recording.
						</p>
					) : null}
					<div className="flex items-start gap-3">
						<Switch id={cleanId} checked={clean} onCheckedChange={setClean} className="mt-0.5" />
						<div>
							<Label htmlFor={cleanId}>Remove background noise</Label>
							<p className="text-[13px] text-muted">
								Use this for recordings with hum, traffic or hiss. Leave it off for clean recordings.
							</p>
						</div>
					</div>
				</section>
				<Field label="Name" error={submitted && !name.trim() ? "Give the voice a name." : undefined}>
					{(control) => (
						<Input {...control} value={name} maxLength={100} onChange={(event) => setName(event.target.value)} />
					)}
				</Field>
				<Field label="Description (optional)" hint="What the voice is for or how it sounds.">
					{(control) => (
						<Textarea
							{...control}
							value={description}
							maxLength={500}
							className="min-h-16"
							onChange={(event) => setDescription(event.target.value)}
						/>
					)}
				</Field>
				{creating.isError ? <FormError>{messageOf(creating.error)}</FormError> : null}
				<div className="flex flex-wrap items-center gap-3">
					<Button type="submit" variant="primary" size="large" busy={creating.isPending}>
						Create voice
					</Button>
					<p className="text-[13px] text-muted">
						Have hours of recordings?{" "}
						<Link to={professionalPath} className="text-ink underline underline-offset-2">
							Use professional voice cloning
						</Link>
					</p>
				</div>
			</form>
		</>
	);
}

/** Voices that still need consent or processing. */
function Unfinished() {
	const { data: voices = [] } = useQuery(voicesQuery);
	const waiting = voices.filter((voice) => isUnfinished(voice, "cloned"));
	if (waiting.length === 0) return null;
	return (
		<Card className="mb-8">
			<h2 className="border-line border-b px-4 py-2.5 font-medium">In progress</h2>
			<ul>
				{waiting.map((voice) => (
					<li key={voice.voice_id} className="border-line border-b last:border-b-0">
						<Link
							to={`${clonePath}?voice=${voice.voice_id}`}
							className="flex items-center gap-3 px-4 py-2.5 transition-colors hover:bg-hover"
						>
							<span className="min-w-0 flex-1 truncate">{voice.name}</span>
							<Badge className="shrink-0">
								{voice.voice_verification?.is_verified ? "Processing" : "Needs consent"}
							</Badge>
							<ArrowRight aria-hidden="true" className="size-4 shrink-0 text-muted" />
						</Link>
					</li>
				))}
			</ul>
		</Card>
	);
}
