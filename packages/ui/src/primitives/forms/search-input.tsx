import { Search } from "lucide-react";
import type { ComponentProps } from "react";
import { cn } from "../../cn.ts";
import { Input } from "./input.tsx";

type SearchInputProps = Omit<ComponentProps<"input">, "type" | "aria-label"> & { label: string };

export function SearchInput({ label, className, ...rest }: SearchInputProps) {
	return (
		<div className={cn("relative", className)}>
			<Search
				aria-hidden="true"
				className="-translate-y-1/2 pointer-events-none absolute top-1/2 left-3 size-4 text-muted"
			/>
			<Input type="search" aria-label={label} placeholder={label} className="pl-9" {...rest} />
		</div>
	);
}
