;; Dot products of a question of 16-bit integers with many vectors of 8-bit integers that lie one after the other.
;; Four partial sums in the lanes of a result, which are added up by the caller.
(module
  (import "js" "memory" (memory 1))
  ;; vector, end: addresses of the first vector and after the last. width: bytes of a vector, a multiple of 16.
  ;; question: address of the question, two bytes a dimension. out: address of the results, 16 bytes each.
  (func (export "run")
    (param $vector i32) (param $end i32) (param $question i32) (param $width i32) (param $out i32)
    (local $at i32) (local $stop i32)
    (local $a v128) (local $b v128)
    (loop $vectors
      (local.set $a (v128.const i32x4 0 0 0 0))
      (local.set $b (v128.const i32x4 0 0 0 0))
      (local.set $at (local.get $question))
      (local.set $stop (i32.add (local.get $vector) (local.get $width)))
      (loop $blocks
        (local.set $a (i32x4.add
          (i32x4.dot_i16x8_s (v128.load8x8_s (local.get $vector)) (v128.load (local.get $at)))
          (local.get $a)))
        (local.set $b (i32x4.add
          (i32x4.dot_i16x8_s (v128.load8x8_s offset=8 (local.get $vector)) (v128.load offset=16 (local.get $at)))
          (local.get $b)))
        (local.set $vector (i32.add (local.get $vector) (i32.const 16)))
        (local.set $at (i32.add (local.get $at) (i32.const 32)))
        (br_if $blocks (i32.lt_u (local.get $vector) (local.get $stop))))
      (v128.store (local.get $out) (i32x4.add (local.get $a) (local.get $b)))
      (local.set $out (i32.add (local.get $out) (i32.const 16)))
      (br_if $vectors (i32.lt_u (local.get $vector) (local.get $end))))))
