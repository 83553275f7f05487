import { isApiError } from "../../lib/api-error.ts";
import { Page } from "../../shell/page.tsx";
import { ClipChooser } from "./components/clip-chooser.tsx";
import { Verdict } from "./components/verdict.tsx";
import { useClassifier } from "./safety.queries.ts";

export const meta = () => [{ title: "AI speech classifier - Timbre" }];

export default function ClassifierPage() {
	const classifier = useClassifier();
	const { data, error, variables: file, isPending } = classifier;
	return (
		<Page
			title="AI speech classifier"
			description="Was this recording made here? It is compared with the sound that this server keeps in its histories."
			className="max-w-3xl"
		>
			<ClipChooser busy={isPending} onFile={(chosen) => classifier.mutate(chosen)} />
			<div aria-live="polite" className="mt-5">
				{isPending ? <p className="text-muted">Comparing {file?.name}</p> : null}
				{error ? <Refusal name={file?.name} error={error} /> : null}
				{data && file && !isPending ? <Verdict fileName={file.name} found={data} /> : null}
			</div>
			<section aria-labelledby="how" className="mt-10 border-line border-t pt-6">
				<h2 id="how" className="mb-3 font-medium">
					What it can tell and what it cannot
				</h2>
				<ul className="flex max-w-prose list-disc flex-col gap-2 pl-5 text-muted">
					<li>
						It recognises what was made on this server and is still in somebody's history: as the file it was, or cut,
						louder, quieter or encoded anew.
					</li>
					<li>
						It does not recognise sound that was sped up, pitched or drowned in noise, nor anything made by other
						software.
					</li>
					<li>
						It gives no percentage. How likely a machine is behind an unknown voice cannot be measured here, so no
						figure is shown for it.
					</li>
					<li>Whose history it is in is told to nobody but the workspace itself.</li>
				</ul>
			</section>
		</Page>
	);
}

function Refusal({ name, error }: { name: string | undefined; error: Error }) {
	return (
		<div role="alert" className="rounded-card border border-line bg-raised p-5">
			<p className="font-medium">{name} could not be compared</p>
			<p className="mt-1 text-muted">{error.message}</p>
			{isApiError(error) && error.requestId ? (
				<p className="mt-2 font-mono text-muted text-xs">Request {error.requestId}</p>
			) : null}
		</div>
	);
}
