import { IconButton } from "@timbre/ui/primitives/icon-button.tsx";
import { Copy } from "lucide-react";
import { showError, toaster } from "../../../../lib/page/toaster.ts";

type CopyFieldsProps = { fields: readonly { name: string; value: string }[] };

/** Values to copy and enter elsewhere. */
export function CopyFields({ fields }: CopyFieldsProps) {
	return (
		<dl className="flex flex-col gap-2">
			{fields.map(({ name, value }) => (
				<div key={name} className="rounded-control border border-line bg-sunken py-1.5 pr-1 pl-3">
					<dt className="text-muted text-xs">{name}</dt>
					<dd className="flex items-center gap-2">
						<code className="min-w-0 flex-1 break-all font-mono text-[13px]">{value}</code>
						<IconButton label={`Copy ${name.toLowerCase()}`} size="small" onClick={() => void copy(name, value)}>
							<Copy aria-hidden="true" />
						</IconButton>
					</dd>
				</div>
			))}
		</dl>
	);
}

function copy(name: string, text: string): Promise<void> {
	return navigator.clipboard.writeText(text).then(
		() => void toaster.show({ title: `${name} copied`, tone: "positive" }),
		(error: unknown) => showError("Couldn't copy it", error),
	);
}
