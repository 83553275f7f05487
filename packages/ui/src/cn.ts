import { type ClassValue, clsx } from "clsx";
import { twMerge } from "tailwind-merge";

/** Joins class names; a later Tailwind class replaces an earlier one of its kind. */
export function cn(...inputs: ClassValue[]): string {
	return twMerge(clsx(inputs));
}
