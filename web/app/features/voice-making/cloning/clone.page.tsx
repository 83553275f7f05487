import { useMutation, useQuery } from "@tanstack/react-query";
import { voiceMakingPaths } from "@timbre/contract/voice-making/paths.ts";
import { Badge } from "@timbre/ui/primitives/badge.tsx";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Card } from "@timbre/ui/primitives/card.tsx";
import { Field } from "@timbre/ui/primitives/forms/field.tsx";
import { FormError } from "@timbre/ui/primitives/forms/form-error.tsx";
import { Input } from "@timbre/ui/primitives/forms/input.tsx";
import { Label } from "@timbre/ui/primitives/forms/label.tsx";
import { Switch } from "@timbre/ui/primitives/forms/switch.tsx";
import { Textarea } from "@timbre/ui/primitives/forms/textarea.tsx";
import { ArrowRight } from "lucide-react";
import { useId } from "react";
import { Controller, useForm } from "react-hook-form";
import { Link, useNavigate, useSearchParams } from "react-router";
import { z } from "zod";
import { callForm } from "../../../lib/api/api.ts";
import { messageOf } from "../../../lib/api/api-error.ts";
import { useLeaveGuard } from "../../../lib/forms/leave-guard.ts";
import { zodForm } from "../../../lib/forms/zod-form.ts";
import { Page } from "../../../shell/page/page.tsx";
import { clonePath, professionalPath, voicesQuery } from "../../voices/voices.public.ts";
import { useVoicesChanged } from "../../voices/voices.refresh.public.ts";
import { SampleChooser } from "../components/sample-chooser.tsx";
import { isUnfinished } from "../model/progress.ts";
import { CloneSteps } from "./components/clone-steps.tsx";

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

const cloneForm = z.object({
	files: z.array(z.custom<File>()).min(1, "Add at least one recording."),
	clean: z.boolean(),
	name: z.string().trim().min(1, "Give the voice a name."),
	description: z.string().trim(),
});

function NewClone() {
	const navigate = useNavigate();
	const changed = useVoicesChanged();
	const cleanId = useId();
	const { register, control, handleSubmit, formState, watch } = useForm({
		resolver: zodForm(cloneForm),
		defaultValues: { files: [] as File[], clean: false, name: "", description: "" },
	});
	const { errors } = formState;
	const creating = useMutation({
		mutationFn: ({ name, description, files, clean }: z.output<typeof cloneForm>) =>
			callForm(voiceMakingPaths.createInstantVoice, {
				form: { name, description: description || null, files, remove_background_noise: clean },
			}),
		onSuccess: async ({ voice_id }) => {
			void changed();
			await navigate(`${clonePath}?voice=${voice_id}`, { replace: true });
		},
	});
	useLeaveGuard(watch("files").length > 0 && !creating.isSuccess, {
		title: "Leave without creating the voice?",
		description: "Your recordings haven't been uploaded yet.",
		action: "Leave",
	});
	const submit = handleSubmit((values) => creating.mutate(values));
	return (
		<>
			<Unfinished />
			<form onSubmit={submit} noValidate className="flex flex-col gap-6">
				<section aria-label="Recordings" className="flex flex-col gap-4">
					<Controller
						name="files"
						control={control}
						render={({ field }) => (
							<SampleChooser
								files={field.value}
								onChange={field.onChange}
								advice="One speaker, about a minute in total."
								disabled={creating.isPending}
							/>
						)}
					/>
					{errors.files ? (
						<p role="alert" className="text-[13px] text-danger">
							{errors.files.message}
						</p>
					) : null}
					<div className="flex items-start gap-3">
						<Controller
							name="clean"
							control={control}
							render={({ field }) => (
								<Switch id={cleanId} checked={field.value} onCheckedChange={field.onChange} className="mt-0.5" />
							)}
						/>
						<div>
							<Label htmlFor={cleanId}>Remove background noise</Label>
							<p className="text-[13px] text-muted">
								Use this for recordings with hum, traffic or hiss. Leave it off for clean recordings.
							</p>
						</div>
					</div>
				</section>
				<Field label="Name" error={errors.name?.message}>
					{(ids) => <Input {...ids} maxLength={100} {...register("name")} />}
				</Field>
				<Field label="Description (optional)" hint="What the voice is for or how it sounds.">
					{(ids) => <Textarea {...ids} maxLength={500} className="min-h-16" {...register("description")} />}
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
