import { Upload } from "lucide-react";
import { type ComponentProps, type DragEvent, type ReactNode, useId, useRef, useState } from "react";
import { cn } from "../../cn.ts";
import { Button } from "../button.tsx";

type DropZoneProps = {
	/** What can be dropped here. */
	title: string;
	/** Accepted types and sizes. */
	advice: ReactNode;
	/** As in the accept attribute of a file input. */
	accept: string;
	multiple?: boolean;
	disabled?: boolean;
	button: Pick<ComponentProps<typeof Button>, "children" | "variant" | "size" | "busy">;
	/** At least one; without `multiple` exactly one. */
	onFiles: (files: File[]) => void;
};

/** Drop or choose files. The caller validates them. */
export function DropZone({
	title,
	advice,
	accept,
	multiple = false,
	disabled = false,
	button,
	onFiles,
}: DropZoneProps) {
	const [over, setOver] = useState(false);
	const input = useRef<HTMLInputElement>(null);
	const id = useId();
	const idle = !disabled && !button.busy;
	const take = (files: Iterable<File>) => {
		const [first, ...more] = files;
		if (first && idle) onFiles(multiple ? [first, ...more] : [first]);
	};
	const drop = (event: DragEvent) => {
		event.preventDefault();
		setOver(false);
		take(event.dataTransfer.files);
	};
	return (
		// biome-ignore lint/a11y/noStaticElementInteractions: dropping is an extra; the button does the same
		<div
			onDragOver={(event) => {
				event.preventDefault();
				setOver(idle);
			}}
			onDragLeave={() => setOver(false)}
			onDrop={drop}
			className={cn(
				"flex flex-col items-center gap-2 rounded-card border border-control border-dashed px-6 py-8 text-center transition-colors",
				over && "border-ink bg-hover",
			)}
		>
			<Upload aria-hidden="true" className="size-5 text-muted" />
			<label htmlFor={id} className="font-medium">
				{title}
			</label>
			<p className="max-w-sm text-balance text-[13px] text-muted">{advice}</p>
			<input
				ref={input}
				id={id}
				type="file"
				multiple={multiple}
				accept={accept}
				disabled={disabled}
				className="sr-only"
				tabIndex={-1}
				onChange={(event) => {
					take(event.target.files ?? []);
					// Allow choosing the same file again after it was removed.
					event.target.value = "";
				}}
			/>
			<Button className="mt-1" disabled={disabled} onClick={() => input.current?.click()} {...button} />
		</div>
	);
}
